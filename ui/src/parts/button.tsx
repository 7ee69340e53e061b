import type { ComponentProps } from 'react';
import { Link, type LinkProps } from './link.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger';

const looks: Record<ButtonVariant, string> = {
  primary: 'button',
  secondary: 'button button-secondary',
  quiet: 'button button-quiet',
  danger: 'button button-danger',
};

function classesOf(variant: ButtonVariant, small: boolean, extra: string | undefined): string {
  return `${looks[variant]}${small ? ' button-small' : ''}${extra === undefined ? '' : ` ${extra}`}`;
}

export type ButtonProps = ComponentProps<'button'> & { variant?: ButtonVariant; small?: boolean; busy?: boolean };

/** A button. While `busy` it keeps its place and its focus, says so, and ignores presses. */
export function Button({ variant = 'primary', small = false, busy = false, className, ...rest }: ButtonProps) {
  const { onClick, children, type = 'button', ...others } = rest;
  return (
    <button
      {...others}
      type={busy ? 'button' : type}
      className={classesOf(variant, small, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || others['aria-disabled'] || undefined}
      onClick={busy ? undefined : onClick}
    >
      {busy && <span className="spinner" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A link that looks like a button: it goes somewhere. */
export function LinkButton({
  variant = 'primary',
  small = false,
  className,
  ...rest
}: LinkProps & { variant?: ButtonVariant; small?: boolean }) {
  return <Link {...rest} className={classesOf(variant, small, className)} />;
}
