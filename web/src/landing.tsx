import { createRoot, hydrateRoot } from 'react-dom/client';
import { LandingPage } from './features/landing/landing-page.tsx';
import { readStoredToken, redirectIfSignedIn } from './features/landing/stored-session.ts';

const root = document.getElementById('root');
// The development server does not pre-render the page.
if (root?.firstElementChild) hydrateRoot(root, <LandingPage />);
else if (root) createRoot(root).render(<LandingPage />);

void redirectIfSignedIn();

// A page restored by the Back button still shows the signed-out state.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && readStoredToken() !== null) location.reload();
});
