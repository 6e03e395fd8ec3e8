/** AFUs that are shipped, in Java. */
package dev.backplane.drivers.capi.afu;
