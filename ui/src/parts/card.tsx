import type { ComponentProps, ReactNode } from 'react';
import { useFormats } from '../i18n/language.tsx';

/** A hairline box. */
export function Card({ className = '', ...rest }: ComponentProps<'div'>) {
  return <div {...rest} className={`card ${className}`} />;
}

type TicketElement = 'article' | 'li' | 'div';

/**
 * The admission-ticket stub: date block, perforation, notches. One object for a session, a cart line, an order, an exam. On a phone the date
 * is its first line.
 * @param props.date China date `yyyy-mm-dd` shown in the stub; leave it out and give `stub` for anything else
 * @param props.aside fee and action: at the right on a desktop, below on a phone
 */
export function Ticket(props: {
  date?: string;
  stub?: ReactNode;
  aside?: ReactNode;
  as?: TicketElement;
  className?: string;
  children: ReactNode;
}) {
  const { as: Element = 'article', className = '' } = props;
  return (
    <Element className={`ticket ${className}`}>
      <div className="ticket-stub">{props.date === undefined ? props.stub : <StubDate date={props.date} />}</div>
      <div className="ticket-body">{props.children}</div>
      {props.aside !== undefined && <div className="ticket-aside">{props.aside}</div>}
    </Element>
  );
}

function StubDate({ date }: { date: string }) {
  const formats = useFormats();
  const parts = formats.stub(date);
  return (
    <time dateTime={date}>
      <span className="ticket-date">{formats.longDate(date)}</span>
      <span aria-hidden="true">{parts.month}</span>
      <span aria-hidden="true" className="ticket-day">
        {parts.day}
      </span>
      <span aria-hidden="true">{parts.weekday}</span>
    </time>
  );
}
