import { useEffect } from 'react';
import { useNavigate } from 'react-router';

/**
 * Leads on to another address of the app when it is shown. The router's own component does the same but is in one file with
 * its route tree, which then comes along: 3 KB of brotli on every first visit.
 */
export function Navigate({ to, replace }: { to: string; replace: boolean }) {
  const navigate = useNavigate();
  useEffect(() => void navigate(to, { replace }), [navigate, replace, to]);
  return null;
}
