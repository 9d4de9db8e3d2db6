import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Icon } from '../../ui/display/Icon';
import { useTitle } from '../../ui/display/useTitle';
import { TOPICS } from './topics';

export default function HowtoPage() {
  const t = useText();
  const dialog = useDialog();
  useTitle(t('nav.howto'));
  return (
    <div className="@container mx-auto w-full max-w-xl lg:max-w-5xl">
      <h1 className="text-2xl font-bold">{t('nav.howto')}</h1>
      <p className="mt-1 mb-4 text-muted">{t('howto.lead')}</p>
      <ul className="grid gap-3 @3xl:grid-cols-2">
        {TOPICS.map(({ topic, icon, title, lead }) => (
          <li key={topic}>
            <button
              type="button"
              onClick={() => dialog.open('howto', { topic })}
              className="flex h-full w-full items-center gap-4 rounded-card bg-surface p-4 text-start shadow-card hover:bg-accent-soft"
            >
              <span className="flex size-12 shrink-0 items-center justify-center rounded-control bg-accent-soft text-accent">
                <Icon name={icon} />
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-semibold">{t(title)}</span>
                <span className="block text-sm text-muted">{t(lead)}</span>
              </span>
              <Icon name="chevronRight" size={20} className="shrink-0 text-muted" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
