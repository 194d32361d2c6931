import { load, deal, rules } from './.bench-lib.mjs';
const cpu = () => process.cpuUsage().user / 1000;
const budget = 0.03, n = +process.argv[3], from = +process.argv[4] || 500;
const exact = (b) => [b].flat().every((x) => x.low === x.high);
const sums = {}; const worst = {};
function measure(name, whole, part, info) {
  const t0 = cpu(); whole(); const t1 = cpu();
  let calls = 0, longest = 0, got;
  for (;;) { const a = cpu(); got = part(); longest = Math.max(longest, cpu() - a); ++calls; if (got !== null && exact(got)) break; if (calls > 3000) { console.log('STALLED', name, info, JSON.stringify(got, (k, v) => typeof v === 'bigint' ? String(v) : v)); break; } }
  const t2 = cpu();
  const s = sums[name] ??= { n: 0, whole: 0, parts: 0, calls: 0, longest: 0, ratio: 0 };
  s.n++; s.whole += t1 - t0; s.parts += t2 - t1; s.calls += calls; s.longest = Math.max(s.longest, longest); if (t1 - t0 > 60) s.ratio = Math.max(s.ratio, (t2 - t1) / (t1 - t0));
}
for (const [seats, size, jokers] of [[4, 13, 0], [4, 12, 2], [3, 16, 2], [5, 10, 2]]) for (let seed = 0; seed < n; ++seed) {
  const kitty = 52 + jokers - seats * size, d = deal(from + seed, size, seats, kitty, jokers), trump = seed % 5, ranking = seed % 2;
  const p = { hands: d.hands, trump, ranking, leader: 0, side: seats === 4 ? 5 : 1, played: [], named: [], rules }; const id = `${seats}x${size} `;
  const A = await load(process.argv[2]), B = await load(process.argv[2]);
  measure(id + 'solve', () => A.solve(p, 0), () => B.solve(p, budget), seed);
  const C = await load(process.argv[2]), D = await load(process.argv[2]);
  measure(id + 'cards', () => C.solveCards(p, 0), () => D.solveCards(p, budget), seed);
  if (!kitty) continue;
  const hands = d.hands.with(0, d.hands[0] | d.kitty), q = { ...p, hands };
  const a = A.discards(q, 0), b = B.discards(q, 0); let low;
  measure(id + 'best', () => { const r = a.best(0); low = r.low; return r; }, () => b.best(budget), seed);
  measure(id + 'reach', () => ({ count: a.reaching(low, 200, 0).count }), () => { const r = b.reaching(low, 200, budget); return r && { count: r.count, low: 0, high: 0 }; }, seed);
}
for (const k in sums) { const s = sums[k]; console.log(k, `n ${s.n} whole ${(s.whole / s.n).toFixed(0)} parts ${(s.parts / s.n).toFixed(0)} calls ${(s.calls / s.n).toFixed(1)} longest ${s.longest.toFixed(0)} worst ratio ${s.ratio.toFixed(2)}`); }
