import { type ReactNode, useMemo } from 'react';
import type { Invitation } from '../../api/generated/generatedWheel';
import { useText } from '../../intl/text';
import { Button } from '../../ui/display/Button';
import { linkButton } from '../../ui/display/linkButton';
import { QrPicture } from '../../ui/display/QrPicture';
import { svgAddress } from '../../ui/display/svgAddress';
import { CopyPill } from '../../ui/feedback/CopyPill';

/** What a member gives to friends: the QR to scan, the code to say, the link to send. */
export function InvitationLink({ invitation }: { invitation: Invitation }) {
  const t = useText();
  const { code, link, qrcode } = invitation;
  const address = useMemo(() => (qrcode ? svgAddress(qrcode) : null), [qrcode]);
  return (
    <section className="space-y-4">
      <div className="divide-y divide-line rounded-card border border-line">
        {address && (
          <div className="flex items-center gap-4 p-4">
            <QrPicture
              address={address}
              alt={t('invite.qr')}
              isBare
              className="size-28 shrink-0 rounded-control"
            />
            <p className="min-w-0 text-sm text-muted">{t('invite.how')}</p>
          </div>
        )}
        <Row label={t('invite.code')} value={code}>
          <span className="text-xl font-bold tracking-widest">{code}</span>
        </Row>
        <Row label={t('invite.link')} value={link}>
          {/* The scheme is part of what is copied, and nothing to read. */}
          <span className="text-sm font-medium break-all">{link.replace(/^https?:\/\//, '')}</span>
        </Row>
      </div>
      <ShareButtons code={code} link={link} />
    </section>
  );
}

interface RowProps {
  label: string;
  /** What is copied. */
  value: string;
  children: ReactNode;
}

function Row({ label, value, children }: RowProps) {
  return (
    <div className="flex items-center gap-3 py-2 ps-4 pe-2">
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{label}</p>
        <p>{children}</p>
      </div>
      <CopyPill label={label} value={value} />
    </div>
  );
}

function ShareButtons({ code, link }: { code: string; link: string }) {
  const t = useText();
  const text = t('invite.shareText', { code });
  const share = () => {
    // Closing the share sheet without a choice is no error.
    navigator.share({ title: t('invite.shareTitle'), text, url: link }).catch(() => undefined);
  };
  const canShare = 'share' in navigator;
  return (
    <div className="flex flex-wrap gap-3">
      {canShare && (
        <Button icon="share" className="flex-1" onClick={share}>
          {t('invite.share')}
        </Button>
      )}
      <a
        href={lineAddress(text, link)}
        target="_blank"
        rel="noopener noreferrer"
        className={`${linkButton(canShare ? 'secondary' : 'primary')} flex-1`}
      >
        {t('invite.line')}
      </a>
    </div>
  );
}

/** LINE's own page for a message to friends, which opens the app where there is one. */
function lineAddress(text: string, link: string): string {
  return `https://line.me/R/msg/text/?${encodeURIComponent(`${text}\n${link}`)}`;
}
