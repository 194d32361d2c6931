import { load, deal, rules } from './.bench-lib.mjs';
const cpu = () => process.cpuUsage().user / 1000;
const budget = +process.argv[3] || 0.03, n = +process.argv[4] || 6;
const exact = (b) => [b].flat().every((x) => x.low === x.high);
function measure(name, whole, part) {
  const t0 = cpu(); const one = whole(); const t1 = cpu();
  let calls = 0, longest = 0, got;
  for (;;) { const a = performance.now(); got = part(); longest = Math.max(longest, performance.now() - a); ++calls; if (got !== null && exact(got)) break; if (calls > 400) break; }
  const t2 = cpu();
  console.log(name, 'whole', (t1 - t0).toFixed(0), 'parts', (t2 - t1).toFixed(0), 'calls', calls, 'longest', longest.toFixed(0), JSON.stringify(one, (k, v) => typeof v === 'bigint' ? String(v) : v).slice(0, 50), calls > 400 ? 'STALLED' : '', JSON.stringify(got, (k, v) => typeof v === 'bigint' ? String(v) : v)?.slice(0, 40));
}
for (const [size, jokers] of [[13, 0], [12, 2]]) for (let seed = 0; seed < n; ++seed) {
  const kitty = 52 + jokers - 4 * size, d = deal(100 + seed, size, 4, kitty, jokers), trump = seed % 5, ranking = seed % 2;
  const p = { hands: d.hands, trump, ranking, leader: 0, side: 5, played: [], named: [], rules };
  const A = await load(process.argv[2]), B = await load(process.argv[2]);
  measure(`solve ${size} ${trump}`, () => A.solve(p, 0), () => B.solve(p, budget));
  const C = await load(process.argv[2]), D = await load(process.argv[2]);
  measure(`cards ${size} ${trump}`, () => C.solveCards(p, 0), () => D.solveCards(p, budget));
  if (!kitty) continue;
  const hands = d.hands.with(0, d.hands[0] | d.kitty), q = { ...p, hands };
  const a = A.discards(q, 0), b = B.discards(q, 0);
  let low;
  measure(`best ${size} ${trump}`, () => { const r = a.best(0); low = r.low; return r; }, () => b.best(budget));
  measure(`reach ${size} ${trump}`, () => ({ count: a.reaching(low, 200, 0).count }), () => { const r = b.reaching(low, 200, budget); return r && { count: r.count, low: 0, high: 0 }; });
}
