/** The flash of a card: what it holds, and how another image comes into it. */
package dev.backplane.capi.card.flash;
