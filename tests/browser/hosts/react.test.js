// React: settings as properties, events, and what strict mode takes out and puts back.
import {bundledSite, testHost} from '../../support/hosts.js';

testHost('react', {site: (host) => bundledSite(host, 'lesson.jsx')});
