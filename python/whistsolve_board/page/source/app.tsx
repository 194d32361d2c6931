/** The page: head, table, panels, dialogs. */

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

import { useBoardOf, useBoardState, useFocusOnTable } from './board';
import type { ConnectionState } from './connection';
import { BoardContext, useBoard, useConnection, useTexts } from './contexts';
import { Dialog } from './dialog';
import { DIALOGS } from './dialogs/index';
import { Header } from './header';
import { useKeys } from './keys';
import { PANELS } from './panels/index';
import { Play } from './play/play';
import { usePasting } from './pasting';
import { Claim } from './table/claim';
import { Contract } from './table/contract';
import { Controls } from './table/controls';
import { Details } from './table/details';
import { FileBar } from './table/file-bar';
import { HandTools } from './table/hand-tools';
import { Hands } from './table/hands';
import { Kitty, NameSuit } from './table/kitty';
import { Line } from './table/line';
import { Printed } from './table/printed';
import { Variations } from './table/variations';
import { Welcome } from './table/welcome';
import { Tabs } from './tabs';
import type { Action } from './types';

export function App() {
  const { state, dispatch: change } = useBoardState();
  const { t } = useTexts();
  const deal = state.shown?.hand.deal;
  const [status, setStatus] = useState({ text: '', deal });
  const dispatch = useCallback((action: Action) => {
    // What was said of a card is wrong where it is no longer the last one, and of a panel where another is open.
    if (['undo', 'redo', 'go', 'panel'].includes(action.do)) setStatus({ text: '', deal: undefined });
    change(action);
  }, []);
  const board = useBoardOf(state, dispatch, (text, about = deal) => setStatus({ text, deal: about }));
  const said = status.deal === deal ? status.text : '';
  useKeys(board);
  usePasting(dispatch);
  useEffect(() => {
    document.title = state.shown?.hand.title || t('app.title');
  }, [state.shown?.hand.title]);
  return (
    <BoardContext.Provider value={board}>
      <Header />
      <main>
        {state.playing !== null ? (
          <Play key={JSON.stringify(state.playing.game)} started={state.playing} status={said} />
        ) : (
          <>
            <TableSide status={said} />
            <PanelSide />
          </>
        )}
      </main>
      <OpenDialog />
    </BoardContext.Provider>
  );
}

function TableSide({ status }: { status: string }) {
  const board = useBoard();
  const { t } = useTexts();
  const table = useRef<HTMLDivElement>(null);
  useFocusOnTable(table, board);
  const { state, position, error, isCurrent } = board;
  return (
    <div class="table-side" ref={table}>
      <ConnectionNotice />
      <FileBar />
      {state.shown?.hand.title && (
        <h2 class="hand-title" title={state.shown.hand.title}>
          {state.shown.hand.title}
        </h2>
      )}
      {error !== null && (
        <p class="error" role="alert">
          <strong>{t('app.error')}</strong> {error.message}
        </p>
      )}
      {(state.shown === null || error !== null) && <Welcome />}
      {position !== null && (
        <>
          <Contract position={position} />
          <div aria-busy={!isCurrent}>
            <Hands position={position} />
          </div>
          <Kitty position={position} />
          <NameSuit />
        </>
      )}
      <div class="play-bar">
        {(position !== null || state.past.length > 0) && <Controls />}
        <p class="status" role="status">
          {status}
        </p>
      </div>
      <Line />
      <Variations />
      <Claim />
      {position !== null && (
        <>
          <div class="hand-bar">
            <HandTools position={position} />
            <Details position={position} />
          </div>
          <Printed position={position} />
        </>
      )}
    </div>
  );
}

function PanelSide() {
  const { state, dispatch, position, hello } = useBoard();
  const { t } = useTexts();
  const panels = PANELS.filter(({ needs }) => hello?.answers.includes(needs) ?? true);
  const panel = panels.find(({ key }) => key === state.panel) ?? panels[0];
  if (panel === undefined || position === null) return null;
  const Component = panel.component;
  return (
    <div class="panel-side">
      <Tabs
        name="panels"
        label={t('app.panels')}
        tabs={panels.map(({ key, title }) => ({ key, title: t(title) }))}
        open={panel.key}
        onOpen={(key) => dispatch({ do: 'panel', panel: key })}
      >
        <Component position={position} />
      </Tabs>
      {panels.length < PANELS.length && <p class="quiet">{t('app.library')}</p>}
    </div>
  );
}

function OpenDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const entry = DIALOGS.find(({ key }) => key === state.dialog);
  if (entry === undefined) return null;
  const Component = entry.component;
  return (
    <Dialog key={entry.key} name={entry.key} title={t(entry.title)}>
      <Component />
    </Dialog>
  );
}

function ConnectionNotice() {
  const connection = useConnection();
  const { t } = useTexts();
  const [state, setState] = useState<ConnectionState>('connecting');
  useEffect(() => connection.watch(setState), [connection]);
  return state === 'lost' ? (
    <p class="error" role="alert">
      {t('app.lost')}
    </p>
  ) : null;
}
