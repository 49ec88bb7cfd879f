import { createRoot, hydrateRoot } from 'react-dom/client';
import { LandingPage } from './features/landing/landing-page.tsx';
import { enterByStoredSession, readStoredToken } from './features/landing/stored-session.ts';

const root = document.getElementById('root');
// The development server delivers the page empty.
if (root?.firstElementChild) hydrateRoot(root, <LandingPage />);
else if (root) createRoot(root).render(<LandingPage />);

void enterByStoredSession();

// A page kept by the browser's Back button still shows what it was before somebody signed in.
window.addEventListener('pageshow', (event) => {
  if (event.persisted && readStoredToken() !== null) location.reload();
});
