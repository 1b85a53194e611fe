// @ts-check
// What a page of a learning management system needs to record assignments: `poslab/scorm`. Nothing here needs a page.
export {assignmentQuery, readAssignment} from './assignment.js';
export {findApi, Scorm} from './scorm.js';
export {Session} from './session.js';
export {statementOf, verbOf} from './xapi.js';
