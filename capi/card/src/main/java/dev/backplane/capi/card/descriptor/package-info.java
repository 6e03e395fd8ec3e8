/** What an AFU says of itself. */
package dev.backplane.capi.card.descriptor;
