/** Tabs as the ARIA practices have them: one stop of Tab, arrows choose, the panel follows. */

import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import { useRoving } from './roving';

export interface Tab {
  key: string;
  title: string;
}

interface Properties {
  /** A name that no other tabs of the page have. */
  name: string;
  label: string;
  tabs: readonly Tab[];
  open: string;
  onOpen: (key: string) => void;
  children: ComponentChildren;
}

export function Tabs({ name, label, tabs, open, onOpen, children }: Properties) {
  const list = useRef<HTMLDivElement>(null);
  useRoving(list, '[aria-selected=true]');
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label={label} ref={list}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${name}-tab-${tab.key}`}
            aria-selected={tab.key === open}
            aria-controls={`${name}-panel`}
            onClick={() => onOpen(tab.key)}
          >
            {tab.title}
          </button>
        ))}
      </div>
      <div class="tab-panel" role="tabpanel" id={`${name}-panel`} aria-labelledby={`${name}-tab-${open}`}>
        {children}
      </div>
    </div>
  );
}
