// `node demo.mjs` where whistsolve is installed.
import { bestDiscard, solveCards, table } from 'whistsolve';

const deal = 'N:Q3.QJ743.T64.73 4.985.KJ873.962 A7.T2.AQ2.KQT85 KT986.AK6.95.A4 | J52...J';
const name = (strain) => strain.padStart(4);

const cells = await table(deal);
console.log('     N  E  S  W');
for (const [strain, tricks] of Object.entries(cells))
  console.log(name(strain), ...Object.values(tricks).map((each) => String(each).padEnd(2)));

const { cards, tricks } = await bestDiscard(deal, 'NT+', 'S');
console.log(`South gives up ${cards.join(' ')} in NT+ and takes ${tricks} tricks`);

const best = Object.entries(await solveCards(deal, 'S+', 'W')).sort(([, one], [, other]) => other - one);
console.log('West leads:', best.map(([card, worth]) => `${card} ${worth}`).join(', '));

const late = AbortSignal.timeout(1);
await table(deal, { signal: late }).catch((error) => console.log(`in a millisecond: ${error.name}`));
