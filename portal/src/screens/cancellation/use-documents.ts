import { CallError } from '@exam/contract/client';
import { cancellationLimits, uploadProblem } from '@exam/contract/rules';
import type { ChosenFile, SendingFile } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useRef, useState } from 'react';
import { fieldSentence } from '../../app/field-sentence.ts';
import { uploadFile } from '../../app/upload-file.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { ruleWords } from '../../messages/rules.ts';

const { documents: limit } = cancellationLimits;

/**
 * Documents on their way to the server and those that have arrived but belong to nothing yet; the server forgets those after a
 * day. Leaving the page stops what is on its way.
 * @param present how many the request holds already
 */
export function useDocuments(present: number) {
  const words = useMessages(cancellationWords).upload;
  const rules = useMessages(ruleWords);
  const [files, setFiles] = useState<ChosenFile[]>([]);
  const [sending, setSending] = useState<SendingFile[]>([]);
  const [problems, setProblems] = useState<string[]>([]);
  const stops = useRef(new Map<string, AbortController>());
  const count = useRef(0);
  useEffect(() => {
    const running = stops.current;
    return () => running.forEach((stop) => stop.abort());
  }, []);
  const complain = (name: string, text: string) => setProblems((all) => [...all, words.file({ name, text })]);

  const send = async (file: File) => {
    count.current += 1;
    const id = `sending-${count.current}`;
    const stop = new AbortController();
    stops.current.set(id, stop);
    setSending((all) => [...all, { id, fileName: file.name, part: 0 }]);
    try {
      const onProgress = (part: number) =>
        setSending((all) => all.map((one) => (one.id === id ? { ...one, part } : one)));
      const kept = await uploadFile('formAttachment.upload', file, { onProgress, signal: stop.signal });
      setFiles((all) => [...all, { id: kept.id, fileName: kept.fileName }]);
    } catch (error) {
      if (error instanceof CallError) complain(file.name, error.problem.userMessage || words.noConnection);
    } finally {
      stops.current.delete(id);
      setSending((all) => all.filter((one) => one.id !== id));
    }
  };

  return {
    files,
    sending,
    problems,
    /** Room that is left after those present, arrived and on their way. */
    max: limit - present,
    add: (chosen: readonly File[]) => {
      setProblems([]);
      const room = limit - present - files.length - sending.length;
      for (const file of chosen.slice(room)) setProblems((all) => [...all, words.tooMany({ name: file.name, limit })]);
      for (const file of chosen.slice(0, room)) {
        const problem = uploadProblem(file);
        if (problem === null) void send(file);
        else complain(file.name, fieldSentence(rules, problem));
      }
    },
    remove: (id: string) => setFiles((all) => all.filter((file) => file.id !== id)),
    stop: (id: string) => stops.current.get(id)?.abort(),
  };
}

export type Documents = ReturnType<typeof useDocuments>;
