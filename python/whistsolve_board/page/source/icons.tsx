/** Signs on buttons, drawn, for what fonts have of them are pictures in colour. */

const PATHS = {
  first: 'M5 5v14h2.5V5zM19 5v14L8.5 12z',
  back: 'M17 5v14L6.5 12z',
  forward: 'M7 5v14l10.5-7z',
  last: 'M16.5 5v14H19V5zM5 5v14l10.5-7z',
  undo: 'M9.5 4 4 9.5 9.5 15v-3.9H14a3.9 3.9 0 0 1 0 7.8H8v2.1h6a6 6 0 0 0 0-12H9.5z',
  redo: 'M14.5 4 20 9.5 14.5 15v-3.9H10a3.9 3.9 0 0 0 0 7.8h6v2.1h-6a6 6 0 0 1 0-12h4.5z',
  close: 'm6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class="icon-sign" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false">
      <path fill="currentColor" d={PATHS[name]} />
    </svg>
  );
}
