import { SliderPuzzle } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Dialog } from '@exam/ui/parts';
import { useEffect, useId, useRef } from 'react';
import { captchaWords } from '../../../messages/captcha.ts';
import { useSlider } from './use-slider.ts';

const farthest = 272;

/**
 * The security check: the slider with a new picture on request, and the proof of work as its accessible alternative (S-8).
 * @param props.onAnswer gets the id to spend, or null when the person closes the check
 */
export function CaptchaDialog({ onAnswer }: { onAnswer: (captchaVerifyId: string | null) => void }) {
  const words = useMessages(captchaWords);
  const slider = useSlider(onAnswer);
  const { drawn, x, doing, said } = slider;
  const help = useId();
  const box = useRef<HTMLDivElement>(null);
  const beside = useRef<HTMLDivElement>(null);
  const isBusy = doing !== 'nothing';
  useEffect(() => {
    // Each new picture begins at its slider, also for whoever gets about by keys; but who has gone on to the other way meanwhile stays there.
    if (drawn === null || beside.current?.contains(document.activeElement)) return;
    box.current?.querySelector<HTMLElement>('[role=slider]')?.focus();
  }, [drawn]);
  return (
    <Dialog open title={words.title} onClose={() => onAnswer(null)}>
      <p>{words.intro}</p>
      <p id={help} className="mt-1 text-ink-2 [@media(hover:none)]:hidden">
        {words.keys}
      </p>
      <div ref={box} className="mt-4 min-h-[13.75rem]">
        {drawn !== null && (
          <SliderPuzzle
            background={drawn.background}
            piece={drawn.piece}
            y={drawn.y}
            x={x}
            label={words.slider}
            valueText={words.position({ x, max: farthest })}
            describedBy={help}
            isBusy={isBusy}
            onMove={slider.moveTo}
            onDone={slider.check}
          />
        )}
      </div>
      <p role="status" className="mt-3 min-h-6 font-bold text-seal">
        {doing === 'nothing' ? said : ''}
      </p>
      <div className="mt-3 flex flex-wrap justify-center gap-3">
        <Button variant="secondary" busy={doing === 'drawing'} onClick={isBusy ? undefined : slider.another}>
          {words.anotherPicture}
        </Button>
        <Button busy={doing === 'checking'} aria-disabled={x === 0} onClick={isBusy ? undefined : slider.check}>
          {words.check}
        </Button>
      </div>
      <div ref={beside} className="mt-6 border-t border-line pt-4">
        <p className="text-ink-2">{words.withoutHint}</p>
        <Button variant="secondary" className="mt-3 w-full" busy={doing === 'calculating'} onClick={slider.calculate}>
          {doing === 'calculating' ? words.calculating : words.without}
        </Button>
      </div>
    </Dialog>
  );
}
