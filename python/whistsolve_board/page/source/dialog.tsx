/** A modal dialog: the browser keeps the focus inside, Escape closes it, and the focus goes back. */

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

import { useBoard, useTexts } from './contexts';
import { Icon } from './icons';

interface Properties {
  /** What `state.dialog` is while it is open. */
  name: string;
  title: string;
  children: ComponentChildren;
}

export function Dialog({ name, title, children }: Properties) {
  const { dispatch } = useBoard();
  const { t } = useTexts();
  const element = useRef<HTMLDialogElement>(null);
  const close = () => dispatch({ do: 'dialog', dialog: null });
  useEffect(() => {
    const before = document.activeElement;
    element.current?.showModal();
    element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={element}
      aria-labelledby={`${name}-title`}
      onClose={close}
      onClick={(event) => {
        if (event.target === element.current) close(); // beside it
      }}
    >
      <div class="dialog-content">
        <div class="dialog-head">
          <h2 id={`${name}-title`}>{title}</h2>
          <button type="button" class="icon" aria-label={t('dialog.close')} onClick={close}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
