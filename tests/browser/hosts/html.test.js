// A page of another origin, without any framework.
import {testHost} from '../../support/hosts.js';

testHost('html');
