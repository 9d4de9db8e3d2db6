import { useMemo } from 'react';
import type { Invitation } from '../../api/generated/generatedWheel';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { QrPicture } from '../../ui/display/QrPicture';
import { svgAddress } from '../../ui/display/svgAddress';
import { CopyRow } from '../../ui/feedback/CopyRow';
import { lineAddress } from './shareAddress';

/** What a member gives to friends: the code to say, the link to send, the QR to scan. */
export function InvitationLink({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { code, link, qrcode } = invitation;
  const address = useMemo(() => (qrcode ? svgAddress(qrcode) : null), [qrcode]);
  const shownCode = <span className="block text-2xl tracking-widest">{code}</span>;
  const shownLink = <span className="block text-base font-normal">{link}</span>;
  return (
    <section className="space-y-4">
      <div className="flex flex-col items-center gap-4 sm:flex-row">
        {address && (
          <QrPicture address={address} alt={t('invite.qr')} hasMargin className="size-44" />
        )}
        <div className="w-full min-w-0 flex-1 space-y-3">
          <CopyRow label={t('invite.code')} value={code} shown={shownCode} />
          <p className="text-sm text-muted">{t('invite.how')}</p>
        </div>
      </div>
      <CopyRow label={t('invite.link')} value={link} shown={shownLink} />
      <ShareButtons code={code} link={link} />
    </section>
  );
}

function ShareButtons({ code, link }: { code: string; link: string }) {
  const t = useText();
  const text = t('invite.shareText', { code });
  const share = () => {
    // Closing the share sheet without a choice is no error.
    navigator.share({ title: t('invite.shareTitle'), text, url: link }).catch(() => undefined);
  };
  return (
    <div className="flex flex-wrap gap-3">
      {'share' in navigator && (
        <Button tone="secondary" icon="share" className="flex-1" onClick={share}>
          {t('invite.share')}
        </Button>
      )}
      <a
        href={lineAddress(text, link)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${linkButton('secondary')} flex-1`}
      >
        <Icon name="chat" size={20} />
        {t('invite.line')}
      </a>
    </div>
  );
}
