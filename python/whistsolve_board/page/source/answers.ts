/** Answers as a hook: asked when a component needs them, cancelled when it does no longer. */

import { useEffect, useRef, useState } from 'preact/hooks';

import { useConnection } from './contexts';
import { QuestionError } from './connection';
import type { DoneOf, PartOf, Question, QuestionName } from './protocol';

export interface Answer<Name extends QuestionName, Parts = PartOf<Name>> {
  /** What the parts so far come to; by default the last of them. */
  parts: Parts | null;
  done: DoneOf<Name> | null;
  error: QuestionError | null;
  /** Asked and neither answered nor refused. */
  waiting: boolean;
}

/** Questions that follow each other faster than this wait for it: a key held down asks no more than so often. */
const LEAST_INTERVAL = 75;

const NOTHING = { parts: null, done: null, error: null, waiting: false };

/**
 * Ask a question and follow its answer.
 *
 * Two questions are the same where their JSON is; another one cancels the one before at once, and so does
 * `null`, or the component leaving the page.
 *
 * @param gather what the parts so far and one more come to; a function defined outside the component.
 */
export function useAnswer<Name extends QuestionName, Parts = PartOf<Name>>(
  question: Question<Name> | null,
  gather: (parts: Parts | null, part: PartOf<Name>) => Parts = lastPart as never,
): Answer<Name, Parts> {
  const connection = useConnection();
  const key = question === null ? null : JSON.stringify(question);
  const [answer, setAnswer] = useState<{ key: string | null; value: Answer<Name, Parts> }>({
    key: null,
    value: NOTHING,
  });
  const lastAsked = useRef(-LEAST_INTERVAL);

  useEffect(() => {
    if (question === null) return undefined;
    let parts: Parts | null = null;
    let ended = false;
    let frame = 0;
    let cancel = () => {};
    const show = (value: Partial<Answer<Name, Parts>>) => setAnswer({ key, value: { ...NOTHING, parts, ...value } });
    const start = () => {
      lastAsked.current = performance.now();
      const asked = connection.ask<Name>(question, (part) => {
        parts = gather(parts, part);
        // Parts that come between two frames are drawn together.
        frame ||= requestAnimationFrame(() => {
          frame = 0;
          if (!ended) show({ waiting: true });
        });
      });
      cancel = asked.cancel;
      asked.promise.then(
        (done) => {
          if (!ended) show({ done });
          ended = true;
        },
        (error: QuestionError) => {
          if (!ended && error.kind !== 'Cancelled') show({ error });
          ended = true;
        },
      );
    };
    const wait = lastAsked.current + LEAST_INTERVAL - performance.now();
    const timer = wait > 0 ? setTimeout(start, wait) : void start();
    return () => {
      ended = true;
      clearTimeout(timer);
      cancelAnimationFrame(frame);
      cancel();
    };
  }, [connection, key]);

  // Until the effect has run, what is there belongs to another question.
  if (key === null) return NOTHING;
  return answer.key === key ? answer.value : { ...NOTHING, waiting: true };
}

/** Gathers parts that each have other fields of the answer. */
export function mergeParts<Part extends object>(parts: Part | null, part: Part): Part {
  return { ...parts, ...part };
}

function lastPart<Part>(_: Part | null, part: Part): Part {
  return part;
}
