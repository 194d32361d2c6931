/** An error of the library: `kind` is its name there, as failures of the protocol have it. */
export class WhistError extends Error {
  constructor(
    readonly kind: 'WhistError' | 'ActError' | 'DealError' | 'NotationError' | 'RulesError',
    message: string,
  ) {
    super(message);
  }
}

/** For what only the library does. */
export function onlyLibrary(what: string): WhistError {
  return new WhistError('WhistError', `${what}: this page cannot, the library can: pip install whistsolve`);
}
