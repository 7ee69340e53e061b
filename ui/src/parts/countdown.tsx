import { useEffect, useEffectEvent, useState } from 'react';
import type { UiMessages } from '../messages/en.ts';
import { uiWords } from '../messages/index.ts';
import { useMessages } from '../i18n/language.tsx';

const announcedAt = new Set([600, 300, 60, 30]);

/** Above so many seconds nothing presses yet, whatever the colour around it: three days. */
const urgent = 3 * 24 * 3600;

/** Seconds that have passed by both of the browser's clocks, whichever is more: one stops in sleep, the other can be set back. */
function stopwatch(): () => number {
  const wall = Date.now();
  const steady = performance.now();
  return () => Math.max(Date.now() - wall, performance.now() - steady) / 1000;
}

/**
 * Counts down the server's `secondsRemaining`; a fresh number from the server starts it again.
 * It is silent for a screen reader except at 10, 5 and 1 minutes, 30 seconds and the end.
 */
export function Countdown({ seconds, onEnd }: { seconds: number; onEnd?: () => void }) {
  const words = useMessages(uiWords);
  const [left, setLeft] = useState(Math.max(0, Math.ceil(seconds)));
  const end = useEffectEvent(() => onEnd?.());
  useEffect(() => {
    const passed = stopwatch();
    let ended = false;
    const look = () => {
      const now = Math.max(0, Math.ceil(seconds - passed()));
      setLeft(now);
      if (now > 0 || ended) return;
      ended = true;
      clearInterval(timer);
      end();
    };
    const timer = setInterval(look, 250);
    look();
    return () => clearInterval(timer);
  }, [seconds]);
  return (
    <span className={`countdown tabular-nums ${left > urgent ? 'text-ink' : ''}`}>
      <span role="timer" aria-label={words.timeLeft}>
        {faceOf(left, words)}
      </span>
      <output className="sr-only">{announcement(left, words)}</output>
    </span>
  );
}

function announcement(left: number, words: UiMessages): string {
  if (left === 0) return words.timeIsUp;
  if (!announcedAt.has(left)) return '';
  return left >= 60 ? words.minutesLeft(left / 60) : words.secondsLeft(left);
}

const day = 24 * 3600;

/** With the days apart where there are any. */
function faceOf(left: number, words: UiMessages): string {
  const days = Math.floor(left / day);
  if (days === 0) return clockFace(left);
  return words.daysAndClock({ days, clock: clockFace(left % day) });
}

/** `29:05`, or `1:02:05` above an hour. */
export function clockFace(seconds: number): string {
  const two = (n: number) => n.toString().padStart(2, '0');
  const hours = Math.floor(seconds / 3600);
  const rest = `${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  return hours > 0 ? `${hours}:${rest}` : rest;
}
