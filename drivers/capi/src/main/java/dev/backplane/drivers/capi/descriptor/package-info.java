/** What an AFU says of itself. */
package dev.backplane.drivers.capi.descriptor;
