import { bestDiscard, solve, solveCards, table, type Options, type Strain } from 'whistsolve';

const strain: Strain = 'NT~';
const options: Options = { signal: AbortSignal.timeout(1000) };
export const tricks: Promise<number> = solve('N:...', strain, 'N', options);
export const cards: Promise<Record<string, number>> = solveCards('N:...', 'S+', '0', ['SA', 'BJ'], options);
export const cell: number | undefined = (await table('N:...'))['S+']?.['N'];
export const discard: { tricks: number; cards: string[] } = await bestDiscard('N:...', 'H-', 'W');
// @ts-expect-error
solve('N:...', 'S', 'N');
// @ts-expect-error
solveCards('N:...', 'S+', 'N', 'SA');
