import { load, deal, rules } from './.bench-lib.mjs';
const engine = await load(process.argv[2]);
// tables of bridge deals: 13 cards, 5 strains, 4 leaders; joker deals 12 cards
for (const [size, jokers] of [[13, 0], [12, 2]]) {
  const t0 = (process.cpuUsage().user/1000); let sum = 0, n = +process.argv[3] || 6;
  for (let seed = 0; seed < n; ++seed) { const d = deal(seed, size, 4, 54 - 2 + jokers - 4 * size > 6 ? 6 : 52 + jokers - 4 * size, jokers);
    for (const trump of [0, 1, 2, 3, 4]) for (const leader of [0, 1, 2, 3]) sum += engine.solve({ hands: d.hands, trump, ranking: 0, leader, side: 5 << leader % 2, played: [], named: [], rules }, 0).low; }
  console.log(size, jokers, (((process.cpuUsage().user/1000) - t0) / n).toFixed(1), 'ms a table', sum);
}
