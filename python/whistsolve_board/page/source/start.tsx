/** The page with its connection, in the place that the document has for it. */

import { render } from 'preact';

import { App } from './app';
import { Connection, type Socket } from './connection';
import { ConnectionContext } from './contexts';

export function start(opened: () => Socket): void {
  const place = document.getElementById('page');
  if (place === null) throw new Error('the page has no place for the board');
  render(
    <ConnectionContext.Provider value={new Connection(opened)}>
      <App />
    </ConnectionContext.Provider>,
    place,
  );
}
