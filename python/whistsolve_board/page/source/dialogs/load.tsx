/** Getting a hand onto the board: a tab for each way. */

import { useEffect, useState } from 'preact/hooks';

import { useBoard, useTexts } from '../contexts';
import { WAYS } from '../load/index';
import { Tabs } from '../tabs';

export function LoadDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const [open, setOpen] = useState(WAYS[0]?.key ?? '');
  useEffect(() => {
    if (state.pasted) setOpen('paste');
  }, [state.pasted]);
  const way = WAYS.find((each) => each.key === open);
  const Component = way?.component;
  return (
    <Tabs
      name="load"
      label={t('dialog.load.title')}
      tabs={WAYS.map(({ key, title }) => ({ key, title: t(title) }))}
      open={open}
      onOpen={setOpen}
    >
      {Component !== undefined && <Component />}
    </Tabs>
  );
}
