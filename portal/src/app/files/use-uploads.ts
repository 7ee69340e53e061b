import { CallError } from '@exam/contract/client';
import { uploadProblem } from '@exam/contract/rules';
import type { ChosenFile, FailedFile, SendingFile } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useRef, useState } from 'react';
import { ruleWords } from '../../messages/rules.ts';
import { uploadWords } from '../../messages/upload.ts';
import { fieldSentence } from '../field-sentence.ts';
import { asJpeg } from './photo.ts';
import { uploadFile } from './upload-file.ts';

type Failed = FailedFile & { file: File };

const isWorthRetrying = (status: number) => status === 0 || status === 429 || status >= 500;

/** A function as it was given last, for what outlives a drawing of the page. */
function useLatest<F>(given: F): { readonly current: F } {
  const latest = useRef(given);
  useEffect(() => {
    latest.current = given;
  });
  return latest;
}

/**
 * Files on their way to the server: photos are made into JPEG, each file is sent by itself, can be stopped, and tried again when it did
 * not arrive. Leaving the page stops what is on its way; the server forgets what nothing uses after a day (S-18).
 * @param props.arrived how many have arrived, by the caller's count
 * @param props.max most there may be, those on their way included
 */
export function useUploads(props: { arrived: number; max: number; onArrived: (file: ChosenFile) => void }) {
  const words = useMessages(uploadWords);
  const rules = useMessages(ruleWords);
  const [sending, setSending] = useState<SendingFile[]>([]);
  const [failed, setFailed] = useState<Failed[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const count = useRef(0);
  const onArrived = useLatest(props.onArrived);
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);

  const newId = () => {
    count.current += 1;
    return `file-${count.current}`;
  };
  const fail = (file: File, text: string, canRetry = false) =>
    setFailed((all) => [...all, { id: newId(), fileName: file.name, text, canRetry, file }]);

  const send = async (given: File) => {
    const id = newId();
    const stop = new AbortController();
    stops.current.set(id, stop);
    setSending((all) => [...all, { id, fileName: given.name, part: 0 }]);
    try {
      const file = await asJpeg(given);
      if (file === null) return fail(given, words.photoUnreadable);
      const problem = uploadProblem(file);
      if (problem !== null) return fail(given, fieldSentence(rules, problem));
      stop.signal.throwIfAborted();
      const onProgress = (part: number) =>
        setSending((all) => all.map((one) => (one.id === id ? { ...one, part } : one)));
      const kept = await uploadFile('formAttachment.upload', file, { onProgress, signal: stop.signal });
      return onArrived.current({ id: kept.id, fileName: kept.fileName });
    } catch (error) {
      if (!(error instanceof CallError)) return fail(given, words.stopped, true);
      const { status, userMessage } = error.problem;
      return fail(given, userMessage || words.noConnection, isWorthRetrying(status));
    } finally {
      stops.current.delete(id);
      setSending((all) => all.filter((one) => one.id !== id));
    }
  };

  return {
    sending,
    failed,
    add: (chosen: readonly File[]) => {
      setFailed([]);
      const room = Math.max(0, props.max - props.arrived - sending.length);
      for (const file of chosen.slice(room)) fail(file, words.tooMany(props.max));
      for (const file of chosen.slice(0, room)) void send(file);
    },
    stop: (id: string) => stops.current.get(id)?.abort(),
    retry: (id: string) => {
      const again = failed.find((each) => each.id === id);
      setFailed((all) => all.filter((each) => each.id !== id));
      if (again !== undefined) void send(again.file);
    },
    dismiss: (id: string) => setFailed((all) => all.filter((each) => each.id !== id)),
  };
}
