import { useText } from '../../intl/text';
import { Icon } from '../display/Icon';
import { ShortText } from '../display/ShortText';
import { useCopy } from './useCopy';

interface CopyPillProps {
  /** What is copied, in words. */
  label: string;
  value: string;
  /** The whole name for screen readers, where "Copy" and the label do not make a sentence. */
  name?: string;
}

/** Copies what is next to it; the word is there because most come for it. */
export function CopyPill({ label, value, name }: CopyPillProps) {
  const t = useText();
  const copy = useCopy();
  return (
    <button
      type="button"
      onClick={() => copy(value)}
      className="inline-flex min-h-11 shrink-0 items-center gap-1.5 rounded-full bg-accent-soft ps-3 pe-4 text-sm font-semibold text-accent hover:brightness-95"
    >
      <Icon name="copy" size={18} />
      <ShortText shown={t('common.copy')} name={name ?? `${t('common.copy')} ${label}`} />
    </button>
  );
}
