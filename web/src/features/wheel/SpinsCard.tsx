import type { SpinPage } from '../../api/wheelApi';
import { useIsServiceGone } from '../../client/hooks';
import { useText } from '../../intl/text';
import { useDialog } from '../../ui/dialog/dialog';
import { Button } from '../../ui/display/Button';
import { Card } from '../../ui/display/Card';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { SpinRow } from './SpinRow';
import type { SpinList } from './useSpinList';

/** The spins, newest first, each with what the device has found of it. */
export function SpinsCard({ list, verdicts }: SpinList) {
  const t = useText();
  const dialog = useDialog();
  const isGone = useIsServiceGone();
  return (
    <Card flush>
      <div className="px-5 pt-5 pb-2">
        <h2 className="text-lg font-semibold">{t('spins.list.title')}</h2>
        <p className="text-sm text-muted">{t('spins.list.lead')}</p>
      </div>
      <PagedList
        list={list}
        items={(page: SpinPage) => page.spins}
        rows={4}
        empty={
          <EmptyState
            icon="wheel"
            title={t('spins.list.empty')}
            action={
              !isGone && (
                <Button tone="secondary" icon="wheel" onClick={() => dialog.open('wheel', {})}>
                  {t('spin.wheel')}
                </Button>
              )
            }
          >
            {t('spins.list.emptyDetail')}
          </EmptyState>
        }
      >
        {(spins, page) => (
          <ul className="divide-y divide-line">
            {spins.map((spin) => (
              <SpinRow key={spin.id} spin={spin} page={page} verdict={verdicts.get(spin.id)} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}
