import { CallError, type Problem, type Reply } from '@exam/contract/client';
import { useMessages } from '@exam/ui/i18n';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '../../../app/api.ts';
import { captchaWords } from '../../../messages/captcha.ts';
import { proveWork } from './prove-work.ts';

type Drawn = { id: string; background: string; piece: string; y: number; drawnAt: number };
type Doing = 'drawing' | 'nothing' | 'checking' | 'calculating';

const tries = 3;
/** The server gives two minutes; a little before, the picture counts as too old here. */
const lifeMilliseconds = 115_000;
const longestTrack = 500;

function drawnOf({ id, normalImg, slideImg, point }: Reply<'captcha.get'>): Drawn {
  return { id, background: normalImg ?? '', piece: slideImg ?? '', y: point?.y ?? 0, drawnAt: Date.now() };
}

/** Does one thing at a time and says what came of it. Who wants the calculation while the picture is being drawn gets it right after. */
function useOneAtATime() {
  const words = useMessages(captchaWords);
  const [doing, setDoing] = useState<Doing>('drawing');
  const [said, setSaid] = useState('');
  const now = useRef<{ what: Doing; done: Promise<void> }>({ what: 'nothing', done: Promise.resolve() });
  const sentence = ({ userMessage, code }: Problem) =>
    code === 'CAPTCHA_FAILED' || userMessage === '' ? words.failed : userMessage;
  const tried = async (act: () => Promise<void>) => {
    try {
      await act();
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setSaid(sentence(error.problem));
    }
  };
  const alone = async (what: Doing, act: () => Promise<void>) => {
    const before = now.current;
    const isNext = before.what === 'drawing' && what === 'calculating';
    if (before.what !== 'nothing' && !isNext) return;
    // Not at the same time: a browser's first call gives it the name under which it has to solve what it was given.
    const mine = { what, done: before.done.then(() => tried(act)) };
    now.current = mine;
    setDoing(what);
    await mine.done.finally(() => {
      if (now.current !== mine) return;
      now.current = { what: 'nothing', done: Promise.resolve() };
      setDoing('nothing');
    });
  };
  return { doing, said, setSaid, alone };
}

/**
 * The slider and its alternative: draws a picture, checks where the piece was put, draws another after three tries or two minutes.
 * @param onAnswer gets the id to spend
 */
export function useSlider(onAnswer: (captchaVerifyId: string) => void) {
  const words = useMessages(captchaWords);
  const { doing, said, setSaid, alone } = useOneAtATime();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [x, setX] = useState(0);
  const used = useRef(0);
  const track = useRef<number[]>([]);
  const draw = async (why: string) => {
    const reply = await api('captcha.get', { query: {} }, { isQuiet: true });
    used.current = 0;
    track.current = [];
    setX(0);
    setSaid(why);
    setDrawn(drawnOf(reply));
  };
  const missed = async (age: number) => {
    used.current += 1;
    if (age > lifeMilliseconds) return await draw(words.tooLate);
    if (used.current >= tries) return await draw(words.newPicture);
    setX(0);
    setSaid(words.missed(tries - used.current));
  };
  const check = () =>
    alone('checking', async () => {
      if (drawn === null) return;
      // The piece begins at 0, where no hole is; it would cost a try.
      if (x === 0) return setSaid(words.unmoved);
      try {
        const body = { id: drawn.id, x, track: track.current.slice(-longestTrack) };
        const { captchaVerifyId } = await api('captcha.verify', { body }, { isQuiet: true });
        onAnswer(captchaVerifyId);
      } catch (error) {
        if (!(error instanceof CallError) || error.problem.code !== 'CAPTCHA_FAILED') throw error;
        await missed(Date.now() - drawn.drawnAt);
      }
    });
  const first = useEffectEvent(() => void alone('drawing', () => draw('')));
  useEffect(() => first(), []);
  return {
    drawn,
    x,
    doing,
    said,
    moveTo: (next: number) => {
      track.current.push(next);
      setX(next);
    },
    check: () => void check(),
    another: () => void alone('drawing', () => draw('')),
    calculate: () => void alone('calculating', async () => onAnswer(await proveWork())),
  };
}
