import { useMemo } from 'react';
import type { Invitation } from '../../api/generated/generatedWheel';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';
import { QrPicture } from '../../ui/display/QrPicture';
import { svgAddress } from '../../ui/display/svgAddress';
import { CopyPill } from '../../ui/feedback/CopyPill';
import { lineAddress } from './shareAddress';

/** What a member gives to friends: the code to say, the link to send, the QR to scan. */
export function InvitationLink({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { code, link, qrcode } = invitation;
  const address = useMemo(() => (qrcode ? svgAddress(qrcode) : null), [qrcode]);
  return (
    <section className="space-y-4">
      <div className="flex items-center gap-4 rounded-card border border-line p-3 ps-4">
        <div className="min-w-0 flex-1">
          <p className="text-sm text-muted">{t('invite.code')}</p>
          <p className="mb-2 text-2xl font-bold tracking-widest">{code}</p>
          <CopyPill label={t('invite.code')} value={code} />
        </div>
        {address && (
          <QrPicture
            address={address}
            alt={t('invite.qr')}
            isBare
            className="size-32 rounded-control"
          />
        )}
      </div>
      <div className="flex items-center gap-3 rounded-control bg-sunken py-2 ps-4 pe-2">
        <p className="min-w-0 flex-1 text-sm break-all">
          <span className="sr-only">{t('invite.link')}</span>
          <span>{link}</span>
        </p>
        <CopyPill label={t('invite.link')} value={link} />
      </div>
      <ShareButtons code={code} link={link} />
      <p className="text-sm text-muted">{t('invite.how')}</p>
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
        <Button icon="share" className="flex-1" onClick={share}>
          {t('invite.share')}
        </Button>
      )}
      <a
        href={lineAddress(text, link)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${linkButton('share' in navigator ? 'secondary' : 'primary')} flex-1`}
      >
        <Icon name="chat" size={20} />
        {t('invite.line')}
      </a>
    </div>
  );
}
