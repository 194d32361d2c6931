/** The page of a server: a WebSocket below its address answers. */

import { start } from './start';

const address = new URL('ws', location.href);
address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
start(() => new WebSocket(address));
