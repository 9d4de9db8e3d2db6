import { useEffect, useState } from 'react';
import { usePages } from '../../api/usePages';
import { type SpinPage, useGetSpinsQuery } from '../../api/wheelApi';
import { useText } from '../../intl/text';
import { Card } from '../../ui/display/Card';
import { HeroCard } from '../../ui/display/HeroCard';
import { Icon } from '../../ui/display/Icon';
import { PagedList } from '../../ui/feedback/PagedList';
import { EmptyState } from '../../ui/feedback/States';
import { checkSpin, type Verdict } from './checkSpin';
import { FairArt } from './FairArt';
import { SpinRow } from './SpinRow';

const PAGE_SIZE = 10;

/** The verdicts of a page of spins, computed here; a spin that is not in it is being computed. */
function useVerdicts(page: SpinPage | undefined): ReadonlyMap<string, Verdict> {
  const [verdicts, setVerdicts] = useState<ReadonlyMap<string, Verdict>>(new Map());
  useEffect(() => {
    if (!page) return;
    let isCurrent = true;
    const checked = page.spins.map(async (spin) => [spin.id, await checkSpin(spin, page)] as const);
    Promise.all(checked).then((entries) => {
      if (isCurrent) setVerdicts(new Map(entries));
    });
    return () => {
      isCurrent = false;
    };
  }, [page]);
  return verdicts;
}

export function SpinsCard() {
  const t = useText();
  const list = usePages(useGetSpinsQuery, PAGE_SIZE);
  const verdicts = useVerdicts(list.data);
  return (
    <Card flush>
      <div className="px-5 pt-5 pb-2">
        <h2 className="text-lg font-semibold">{t('spins.list.title')}</h2>
        <p className="text-sm text-muted">{t('spins.list.lead')}</p>
      </div>
      <PagedList
        list={list}
        items={(page) => page.spins}
        rows={4}
        empty={
          <EmptyState icon="wheel" title={t('spins.list.empty')}>
            {t('spins.list.emptyDetail')}
          </EmptyState>
        }
      >
        {(spins, page) => (
          <>
            <FairSummary verdicts={spins.map(({ id }) => verdicts.get(id))} />
            <ul className="divide-y divide-line">
              {spins.map((spin) => (
                <SpinRow key={spin.id} spin={spin} page={page} verdict={verdicts.get(spin.id)} />
              ))}
            </ul>
          </>
        )}
      </PagedList>
    </Card>
  );
}

/** What the device has found of the spins that are shown: first of all whether they were fair. */
function FairSummary({ verdicts }: { verdicts: (Verdict | undefined)[] }) {
  const t = useText();
  const count = (kind: Verdict['kind']) => verdicts.filter((it) => it?.kind === kind).length;
  const [right, wrong, open] = [count('right'), count('wrong'), count('open')];
  if (right + wrong + open === 0) return null;
  if (wrong > 0) {
    return (
      <p
        role="status"
        className="mx-5 mb-2 flex items-center gap-3 rounded-control bg-negative-soft px-4 py-4 text-lg font-semibold text-negative"
      >
        <Icon name="warning" size={32} className="shrink-0" />
        {t('spins.summary.wrong', { n: wrong })}
      </p>
    );
  }
  return (
    <div className="px-5 pb-3">
      <HeroCard art={<FairArt isChecked={right > 0} />} role="status">
        <p className="text-xl font-bold text-balance">
          {right > 0 ? t('spins.summary.right', { n: right }) : t('spins.summary.open')}
        </p>
        {open > 0 && (
          <p className="mt-1 text-sm text-on-hero-muted">{t('spins.summary.wait', { n: open })}</p>
        )}
      </HeroCard>
    </div>
  );
}
