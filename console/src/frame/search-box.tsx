import { useMessages } from '@exam/ui/i18n';
import { useState, type FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { frameWords } from '../messages/frame.ts';

const fieldId = 'console-search';

/** What the page of results was asked for. It goes with the entry of the history and never into the address: it may be a name or a number. */
export function useSought(): string {
  const { pathname, state }: { pathname: string; state: unknown } = useLocation();
  return pathname === '/search' && typeof state === 'string' ? state : '';
}

/** One field for everything, in the bar of every page. */
export function SearchBox() {
  const words = useMessages(frameWords).searchBox;
  const navigate = useNavigate();
  const { key } = useLocation();
  const sought = useSought();
  const [text, setText] = useState(sought);
  const [shownFor, setShownFor] = useState(key);
  if (shownFor !== key) {
    // Another page has what was searched for there, which is nothing on all but one.
    setShownFor(key);
    setText(sought);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void navigate('/search', { state: text.trim() });
  };
  return (
    <form role="search" className="console-search" onSubmit={submit}>
      <input
        id={fieldId}
        className="input"
        type="search"
        name="sought"
        aria-label={words.label}
        aria-keyshortcuts="Control+K Meta+K"
        title={words.label}
        placeholder={words.placeholder}
        maxLength={254}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
    </form>
  );
}

/** Puts the cursor into the field, with what is in it ready to be typed over. */
export function goToSearch(): void {
  const field = document.querySelector<HTMLInputElement>(`#${fieldId}`);
  field?.focus();
  field?.select();
}
