import { Link } from 'wouter';
import { useClientSelector } from '../../client/hooks';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { Icon } from '../../ui/display/Icon';
import { linkButton } from '../../ui/display/linkButton';

/** For whom no topic has the answer: the way to a person. */
export function HelpCard() {
  const t = useText();
  const isMember = useClientSelector((state) => state.session.phase !== 'none');
  return (
    <Card>
      <div className="flex items-center gap-4">
        <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-gold-soft text-gold-strong">
          <Icon name="chat" />
        </span>
        <div className="min-w-0">
          <h2 className="font-semibold">{t('howto.help')}</h2>
          <p className="text-sm text-muted">{t('howto.help.lead')}</p>
        </div>
      </div>
      <Link
        href={isMember ? '/user/contact' : '/contact'}
        className={`${linkButton('primary')} mt-4 w-full`}
      >
        {t('howto.help.open')}
      </Link>
    </Card>
  );
}
