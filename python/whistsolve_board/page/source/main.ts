import { render } from 'preact';

import { App } from './app';
import { Connection, socketAddress } from './connection';
import { ConnectionContext } from './contexts';

const place = document.getElementById('page');
if (place === null) throw new Error('the page has no place for the board');
render(
  <ConnectionContext.Provider value={new Connection(socketAddress(location.href))}>
    <App />
  </ConnectionContext.Provider>,
  place,
);
