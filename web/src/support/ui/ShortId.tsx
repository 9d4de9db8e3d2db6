import { IconButton } from '../../ui/display/IconButton';
import { useCopy } from '../../ui/feedback/useCopy';
import { useSupportText } from '../intl/text';

/** Enough to see a difference at a glance; the whole of it is copied. */
const SHOWN = 8;

/** The end of an id, which differs where its beginning is a time, and a way to copy it. */
export function ShortId({ label, id }: { label: string; id: string }) {
  const t = useSupportText();
  const copy = useCopy();
  return (
    <span className="-my-2.5 -me-2 inline-flex items-center gap-0.5">
      <span className="tabular">{`…${id.slice(-SHOWN)}`}</span>
      <IconButton icon="copy" label={`${t('common.copy')}: ${label}`} onClick={() => copy(id)} />
    </span>
  );
}
