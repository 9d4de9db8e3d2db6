import { useState } from 'react';
import { Modal } from '../../ui/dialog/Modal';
import { Button } from '../../ui/display/Button';
import type { SupportMessageId } from '../intl/messages';
import { useSupportText } from '../intl/text';
import { useHasKeyboard, useKeys } from './keys';

const KEYS: [keys: string[], does: SupportMessageId][] = [
  [['J', '↓'], 'support.keys.next'],
  [['K', '↑'], 'support.keys.previous'],
  [['Enter'], 'support.keys.open'],
  [['Esc'], 'support.keys.close'],
  [['?'], 'support.keys.help'],
];

function Key({ children }: { children: string }) {
  return (
    <kbd className="inline-flex min-h-8 min-w-8 items-center justify-center rounded-control border border-edge bg-sunken px-2 font-sans text-sm font-semibold">
      {children}
    </kbd>
  );
}

function KeysDialog({ onClose }: { onClose: () => void }) {
  const t = useSupportText();
  return (
    <Modal title={t('support.keys.title')} onClose={onClose}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-5 gap-y-3">
        {KEYS.map(([keys, does]) => (
          <div key={does} className="contents">
            <dt className="flex gap-1.5">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{t(does)}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-5 text-sm text-muted">{t('support.keys.lead')}</p>
    </Modal>
  );
}

/** Shows the keys of the page's list, as `?` does; not there on a touch screen. */
export function KeysButton() {
  const t = useSupportText();
  const hasKeyboard = useHasKeyboard();
  const [isOpen, setIsOpen] = useState(false);
  useKeys((key) => {
    if (key === '?') setIsOpen(true);
    return key === '?';
  });
  if (!hasKeyboard) return null;
  return (
    <>
      <Button
        tone="quiet"
        aria-haspopup="dialog"
        aria-keyshortcuts="?"
        className="min-h-11! px-4! text-sm"
        onClick={() => setIsOpen(true)}
      >
        {t('support.keys.title')}
      </Button>
      {isOpen && <KeysDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
