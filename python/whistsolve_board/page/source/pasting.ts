/** A deal that is pasted or dropped anywhere on the page goes to the dialog that loads hands. */

import { useEffect } from 'preact/hooks';

import type { Board } from './contexts';

export function usePasting(dispatch: Board['dispatch']): void {
  useEffect(() => {
    const load = (text: string) => {
      if (text.trim()) dispatch({ do: 'paste', text });
    };
    const onPaste = (event: ClipboardEvent) => {
      if (event.target instanceof Element && event.target.closest('input, textarea')) return;
      load(event.clipboardData?.getData('text/plain') ?? '');
    };
    const onDrag = (event: DragEvent) => event.preventDefault();
    const onDrop = (event: DragEvent) => {
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file === undefined) load(event.dataTransfer?.getData('text/plain') ?? '');
      else dispatch({ do: 'paste', text: file });
    };
    document.addEventListener('paste', onPaste);
    document.addEventListener('dragover', onDrag);
    document.addEventListener('drop', onDrop);
    return () => {
      document.removeEventListener('paste', onPaste);
      document.removeEventListener('dragover', onDrag);
      document.removeEventListener('drop', onDrop);
    };
  }, [dispatch]);
}
