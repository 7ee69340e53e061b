import { useMessages } from '@exam/ui/i18n';
import { Skeleton } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { paymentWords } from '../../messages/payment.ts';
import { qrPath } from './qr-path.ts';

/** The text as a QR code, drawn in the page; the drawing code is fetched when the first one is shown. */
export function QrCode({ text }: { text: string }) {
  const words = useMessages(paymentWords).qr;
  const drawn = useQuery({ queryKey: ['qr', text], queryFn: () => qrPath(text), staleTime: Infinity });
  return (
    <div className="size-60">
      {drawn.data === undefined ? (
        <Skeleton shape="block" />
      ) : (
        <svg
          role="img"
          aria-label={words.picture}
          viewBox={`0 0 ${drawn.data.side} ${drawn.data.side}`}
          shapeRendering="crispEdges"
          className="size-60"
        >
          <path fill="#fff" d={`M0 0h${drawn.data.side}v${drawn.data.side}H0z`} />
          <path fill="#16211f" d={drawn.data.path} />
        </svg>
      )}
    </div>
  );
}
