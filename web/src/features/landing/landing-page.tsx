import { Spinner } from '../../ui/spinner.tsx';
import { ClosingBand, SavingsBand, StepsBand } from './bands.tsx';
import { Features } from './features.tsx';
import { Hero } from './hero.tsx';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';

export function LandingPage() {
  return (
    <>
      <div role="status" className="session-check">
        <Spinner className="size-8" />
        <span className="sr-only">Checking your session</span>
      </div>
      <div className="landing-content">
        <a href="#main" className="skip-link">
          Skip to main content
        </a>
        <SiteHeader />
        <main id="main" tabIndex={-1}>
          <Hero />
          <Features />
          <SavingsBand />
          <StepsBand />
          <ClosingBand />
        </main>
        <SiteFooter />
      </div>
    </>
  );
}
