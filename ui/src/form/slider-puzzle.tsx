import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** The picture as the server draws it, in its own pixels. */
const picture = { width: 320, height: 160, piece: 48 };
const farthest = picture.width - picture.piece;
/** Within the server's tolerance of 4 pixels; with Shift to the pixel. */
const step = 4;
const page = 24;

const moves: Readonly<Record<string, (x: number, by: number) => number>> = {
  ArrowRight: (x, by) => x + by,
  ArrowUp: (x, by) => x + by,
  ArrowLeft: (x, by) => x - by,
  ArrowDown: (x, by) => x - by,
  PageUp: (x) => x + page,
  PageDown: (x) => x - page,
  Home: () => 0,
  End: () => farthest,
};

const share = (part: number, whole: number) => `${((part / whole) * 100).toFixed(3)}%`;

type Props = {
  background: string;
  piece: string;
  /** The row of the piece: pixels from the top of the picture. */
  y: number;
  /** How far the piece has been moved: pixels from the left. */
  x: number;
  label: string;
  valueText: string;
  describedBy: string;
  isBusy: boolean;
  onMove: (x: number) => void;
  /** The piece was let go, or Enter pressed. */
  onDone: () => void;
};

/** What the handle does with keys and with a pointer that holds it. */
function useHandle({ x, isBusy, onMove, onDone }: Props) {
  const rail = useRef<HTMLDivElement>(null);
  const held = useRef<{ from: number; at: number } | null>(null);
  const moveTo = (next: number) => onMove(Math.min(farthest, Math.max(0, Math.round(next))));
  const onKeyDown = (event: KeyboardEvent) => {
    const move = moves[event.key];
    if (move === undefined && event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    if (isBusy) return;
    if (move === undefined) onDone();
    else moveTo(move(x, event.shiftKey ? 1 : step));
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    if (isBusy || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { from: event.clientX, at: x };
  };
  const onPointerMove = (event: PointerEvent) => {
    const width = rail.current?.clientWidth ?? picture.width;
    if (held.current === null) return;
    moveTo(held.current.at + ((event.clientX - held.current.from) / width) * picture.width);
  };
  const letGo = () => {
    const moved = held.current !== null && held.current.at !== x;
    held.current = null;
    if (moved) onDone();
  };
  return {
    rail,
    onKeyDown,
    onPointerDown,
    onPointerMove,
    onPointerUp: letGo,
    onPointerCancel: () => (held.current = null),
  };
}

/**
 * A picture with a hole, its piece, and the slider that moves the piece: by pointer, by finger, and by the arrow keys (S-8). Pixels are
 * those of the server's picture, whatever size it is shown at.
 */
export function SliderPuzzle(props: Props) {
  const { x, isBusy } = props;
  const { rail, ...handlers } = useHandle(props);
  return (
    <div className="puzzle">
      <div className="puzzle-picture">
        <img src={props.background} alt="" width={picture.width} height={picture.height} draggable={false} />
        <img
          className="puzzle-piece"
          src={props.piece}
          alt=""
          draggable={false}
          style={{ left: share(x, picture.width), top: share(props.y, picture.height) }}
        />
      </div>
      <div ref={rail} className="puzzle-rail">
        <div
          role="slider"
          tabIndex={0}
          className="puzzle-handle"
          aria-label={props.label}
          aria-valuemin={0}
          aria-valuemax={farthest}
          aria-valuenow={x}
          aria-valuetext={props.valueText}
          aria-describedby={props.describedBy}
          aria-disabled={isBusy || undefined}
          style={{ left: share(x, picture.width) }}
          {...handlers}
        >
          <span aria-hidden="true">⇥</span>
        </div>
      </div>
    </div>
  );
}
