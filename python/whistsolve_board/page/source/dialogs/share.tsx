/** Taking the hand away: a link, texts, pictures, one file of the analysis. */

import { useState } from 'preact/hooks';

import { useAsking } from '../asking';
import { useBoard, useTexts } from '../contexts';
import { toFragment } from '../hand';
import { FORMATS, type Format } from '../share/formats';
import { copyOf, drawn, toClipboard, toFile, type Copy } from '../share/taking';

export function ShareDialog() {
  const { state } = useBoard();
  const { t } = useTexts();
  const [said, setSaid] = useState('');
  if (state.shown === null) return <p>{t('share.nothing')}</p>;
  return (
    <div class="share-dialog">
      <Formats onSaid={setSaid} />
      <LinkField onSaid={setSaid} />
      <p class="status" role="status">
        {said}
      </p>
    </div>
  );
}

function LinkField({ onSaid }: { onSaid: (text: string) => void }) {
  const { state, hello } = useBoard();
  const { t } = useTexts();
  if (state.shown === null) return null;
  const fragment = `#${toFragment(state.shown)}`;
  const link = (hello?.public || location.href.replace(/#.*$/s, '')) + fragment;
  const copy = async (text: string) => {
    const copied = await toClipboard({ content: new Blob([]), text });
    onSaid(t(!copied ? 'share.copy_refused' : text === link ? 'share.link_copied' : 'share.fragment_copied'));
  };
  return (
    <section class="field">
      <label class="field">
        <span>{t('share.link')}</span>
        <input
          type="text"
          class="code"
          readOnly
          value={link}
          aria-describedby="share-link-about"
          onFocus={(event) => event.currentTarget.select()}
        />
      </label>
      <p class="quiet" id="share-link-about">
        {t('share.link_about')}
      </p>
      <div class="form-buttons">
        <button type="button" onClick={() => void copy(link)}>
          {t('share.copy_link')}
        </button>
        <button type="button" onClick={() => void copy(fragment)}>
          {t('share.copy_fragment')}
        </button>
      </div>
    </section>
  );
}

/** A picture is drawn from the SVG. */
function written(format: Format): Exclude<Format, 'png'> {
  return format === 'png' ? 'svg' : format;
}

function Formats({ onSaid }: { onSaid: (text: string) => void }) {
  const { state, inPlay, hello } = useBoard();
  const { t } = useTexts();
  const asker = useAsking<'write'>();
  const [busy, setBusy] = useState<Format | null>(null);
  const [byHand, setByHand] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const waiting = busy !== null && asker.waiting;

  const asked = async (format: Format): Promise<Copy | null> => {
    if (state.shown === null) return null;
    const answer = await asker.ask({
      question: 'write',
      hand: state.shown.hand,
      // Only a hand that is played has points.
      ...(inPlay === null ? {} : { at: state.shown.at }),
      as: written(format),
    });
    if (answer === null) return null;
    return format === 'png' ? drawn(answer) : copyOf(answer);
  };
  const take = async (format: Format, away: (copy: Copy) => Promise<string> | string) => {
    setBusy(format);
    setByHand(null);
    setFault(null);
    onSaid('');
    try {
      const copy = await asked(format);
      if (copy !== null) onSaid(await away(copy));
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(null);
    }
  };
  const copied = async (copy: Copy) => {
    if (await toClipboard(copy)) return t('share.copied', { name: copy.name });
    if (copy.text !== null) setByHand(copy.text);
    return t('share.copy_refused');
  };
  const saved = (copy: Copy) => {
    toFile(copy);
    return t('share.saved', { name: copy.name });
  };
  const error = asker.error?.message ?? fault;
  return (
    <>
      <ul class="share-formats">
        {FORMATS.filter(({ format }) => hello?.files.includes(written(format)) ?? true).map(({ format, title, about }, place) => (
          <li key={format} aria-busy={busy === format}>
            <div>
              <strong id={`share-${format}`}>{t(title)}</strong>
              <p class="quiet">{t(about)}</p>
            </div>
            <div class="form-buttons">
              <button
                type="button"
                class={place === 0 ? 'primary' : ''}
                data-autofocus={place === 0 || undefined}
                aria-label={t('share.copy_label', { what: t(title) })}
                aria-disabled={waiting}
                onClick={() => waiting || void take(format, copied)}
              >
                {t('share.copy')}
              </button>
              <button
                type="button"
                aria-label={t('share.download_label', { what: t(title) })}
                aria-disabled={waiting}
                onClick={() => waiting || void take(format, saved)}
              >
                {t('share.download')}
              </button>
            </div>
          </li>
        ))}
      </ul>
      {waiting && (
        <div class="form-buttons">
          <span class="quiet">{t('share.waiting')}</span>
          {asker.part?.of && <progress value={asker.part.done} max={asker.part.of} aria-label={t('share.waiting')} />}
          <button type="button" onClick={asker.cancel}>
            {t('form.cancel')}
          </button>
        </div>
      )}
      <div role="alert">{error !== null && <p class="error">{error}</p>}</div>
      {byHand !== null && (
        <label class="field">
          <span>{t('share.by_hand')}</span>
          <textarea
            rows={6}
            readOnly
            value={byHand}
            ref={(element) => element?.select()}
          />
        </label>
      )}
    </>
  );
}
