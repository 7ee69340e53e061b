import { parentPort } from 'node:worker_threads';

/** Stands in for the thread when a file keeps it busy for ever, makes it collect text for ever, or ends it. */
parentPort?.postMessage('ready');
parentPort?.on('message', ({ content }: { content: Uint8Array }) => {
  const how = Buffer.from(content).toString();
  if (how === 'gone') process.exit(0);
  const kept: number[][] = [];
  while (how !== '') if (how === 'greedy') kept.push(Array.from({ length: 100_000 }, (_, at) => at));
  parentPort?.postMessage('good');
});
