// Preact: its JSX, with settings and events as in React.
import {bundledSite, testHost} from '../../support/hosts.js';

testHost('preact', {
  site: (host) => bundledSite(host, 'lesson.jsx', {jsx: 'preact'}),
});
