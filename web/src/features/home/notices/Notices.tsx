import { useListPublicNoticesQuery } from '../../../api/noticesApi';
import { useLocalText } from '../../../intl/localText';
import { useText } from '../../../intl/text';
import { Card } from '../../../ui/display/Card';
import { IconButton } from '../../../ui/display/IconButton';
import { NearPicture } from '../../../ui/display/NearPicture';
import { SafeHtml } from '../../../ui/display/SafeHtml';
import { nameOfContent, useClosedNotices } from './closedNotices';

/** What the operator says to all players, until the player closes it. */
export default function Notices() {
  const t = useText();
  const local = useLocalText();
  const { data } = useListPublicNoticesQuery();
  const { closed, close } = useClosedNotices();
  const named = (data?.notices ?? []).map((notice) => ({ ...notice, name: nameOfContent(notice) }));
  const open = named.filter(({ name }) => !closed.includes(name));
  return open.map(({ name, image, html }) => (
    <Card key={name} flush aria-label={t('home.notice')} className="overflow-hidden">
      {image && <NearPicture src={image} alt="" className="max-h-40 w-full object-cover" />}
      <div className="flex items-start gap-2 ps-5">
        <SafeHtml html={local(html)} className="flex-1 py-3" />
        <IconButton icon="close" label={t('common.close')} onClick={() => close(name)} />
      </div>
    </Card>
  ));
}
