// What the board's page shows, as one object, for tests; and a wait until it is what a test expects.
// Questions are put through the debugger, so the page's content security policy stays as it is.

window.boardReading = (() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const one = (selector, within = document) => within.querySelector(selector);
  const text = (element) => element?.textContent.replace(/\s+/g, ' ').trim() ?? null;
  // What a control is called: what is seen is hidden where words stand in its place.
  const nameOf = (element) => {
    if (element.hasAttribute('aria-label')) return element.getAttribute('aria-label');
    const copy = element.cloneNode(true);
    all('[aria-hidden=true]', copy).forEach((each) => each.remove());
    return text(copy);
  };
  const symbols = (element) => text(one('.card-text > [aria-hidden]', element));

  function hands() {
    return Object.fromEntries(
      all('.hand').map((hand) => [
        [...hand.classList].find((name) => /^hand-\w$/.test(name)).slice(5),
        {
          label: hand.getAttribute('aria-label'),
          cards: all('[data-card]', hand).map((card) => card.dataset.card),
          ranks: all('[data-card]', hand).map((card) => text(one('.card-rank', card))).join(' '),
          won: text(one('.won', hand)),
          roles: all('.role', hand).map(text),
          legal: Object.fromEntries(
            all('[data-card]:not([disabled])', hand).map((card) => [
              card.dataset.card,
              [nameOf(card), text(one('.card-value', card))],
            ]),
          ),
        },
      ]),
    );
  }

  function trick() {
    const place = one('.trick');
    if (place === null || one('.trick-empty')) return null;
    const seat = (item) => [...item.classList].find((name) => /^trick-\w$/.test(name)).slice(6);
    const winner = one('.trick-winner', place);
    return {
      cards: Object.fromEntries(all('.trick-card', place).map((item) => [seat(item), symbols(item)])),
      spoken: all('.trick-card', place).map((item) => all('.spoken', item).map((each) => each.textContent).join('')),
      winner: winner === null ? null : seat(winner),
      caption: all('.trick-caption', place).map((each) => text(each.firstChild)),
      last: all('.trick-caption .card-text > [aria-hidden]', place).map(text),
      turn: text(one('.trick-turn', place)),
      result: all('.trick-result > span', place).map(text),
      total: text(one('.trick-total', place)),
    };
  }

  const line = () => ({
    cards: all('.line-card > [aria-hidden]').map((card) => card.firstChild.textContent),
    now: all('.line-card').findIndex((card) => card.hasAttribute('aria-current')) + 1,
  });

  const kitty = () => all('.kitty-line > div').map((each) => [text(one('dt', each)), all('.card-text > [aria-hidden]', each).map(text)]);

  const contract = () => all('.contract select').map((select) => select.value);

  const table = () => ({
    waiting: all('.heat-waiting').length,
    strains: all('.heat-map thead th[scope=col] .strain-text .spoken').map(text),
    rows: all('.heat-map').map((map) =>
      all('tbody tr', map).map((row) => [
        text(one('th', row)),
        ...all('button.heat', row).map((cell) => [text(cell), cell.getAttribute('aria-label')]),
      ]),
    ),
  });

  // Whether nothing is on its way: neither position nor values, nor what a panel asks.
  function settled() {
    if (one('.page-head') === null) return false;
    const hasHand = Boolean(address().deal);
    if (hasHand !== (one('.hand, .table-side > .error') !== null)) return false;
    if (one('[aria-busy=true], progress') !== null) return false;
    if (one('.heat-waiting') !== null && one('.tab-panel .error') === null) return false;
    const legal = all('.hand [data-card]:not([disabled])');
    return one('.hidden-cards') !== null || legal.every((card) => one('.card-value', card) !== null);
  }

  const address = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

  const focus = () => {
    const element = document.activeElement;
    if (element === null || element === document.body) return null;
    return element.dataset.card ?? nameOf(element.labels?.[0] ?? element);
  };

  const board = () => ({ hands: hands(), trick: trick(), line: line() });
  return { settled, board, hands, trick, line, kitty, contract, table, address, focus };
})();

// Ends with what is shown, equal to what is expected or after so many milliseconds something else.
window.boardShows = async (part, expected, patience) => {
  const end = performance.now() + patience;
  const sorted = (value) =>
    JSON.stringify(value, (_, each) =>
      each !== null && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    );
  const wanted = sorted(expected);
  let shown = null;
  do {
    shown = window.boardReading[part]();
    if (sorted(shown) === wanted) break;
    await new Promise((resolve) => setTimeout(resolve, 5));
  } while (performance.now() < end);
  return shown;
};

window.boardTrouble = [];
document.addEventListener('securitypolicyviolation', (event) =>
  window.boardTrouble.push(`${event.violatedDirective} refused ${event.blockedURI}`),
);
