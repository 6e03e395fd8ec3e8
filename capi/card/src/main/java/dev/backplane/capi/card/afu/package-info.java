/** AFUs that are shipped, in Java. */
package dev.backplane.capi.card.afu;
