import { IconButton } from '../../ui/display/IconButton';
import { useCopy } from '../../ui/feedback/useCopy';
import { shortId } from '../intl/ids';
import { useSupportText } from '../intl/text';

/** The short form of an id, and a way to copy the whole of it. */
export function ShortId({ label, id }: { label: string; id: string }) {
  const t = useSupportText();
  const copy = useCopy();
  return (
    <span className="-my-2.5 -me-2 inline-flex items-center gap-0.5">
      <span className="tabular">{shortId(id)}</span>
      <IconButton icon="copy" label={`${t('common.copy')}: ${label}`} onClick={() => copy(id)} />
    </span>
  );
}
