-- Resets of both levels, in time and out of it, enables, several clock processes.
library ieee;
use ieee.std_logic_1164.all;
use ieee.numeric_std.all;

entity resets is
  port (
    clk   : in  std_logic;
    rst   : in  std_logic;
    rst_n : in  std_logic;
    en    : in  std_logic;
    d     : in  std_logic_vector(7 downto 0);
    a     : out std_logic_vector(7 downto 0);
    b     : out std_logic_vector(7 downto 0);
    c     : out std_logic_vector(7 downto 0)
  );
end entity;

architecture rtl of resets is
  signal ra, rb, rc : std_logic_vector(7 downto 0) := x"a5";
begin
  process (clk, rst_n)
  begin
    if rst_n = '0' then
      ra <= x"3c";
    elsif rising_edge(clk) then
      if en = '1' then
        ra <= d;
      end if;
    end if;
  end process;
  process (clk)
  begin
    if rising_edge(clk) then
      if rst = '1' then
        rb <= (others => '1');
      elsif en = '1' then
        rb <= rb(6 downto 0) & d(0);
      end if;
    end if;
  end process;
  process (clk)
  begin
    if rising_edge(clk) and en = '1' then
      rc <= std_logic_vector(unsigned(rc) + unsigned(d));
    end if;
  end process;
  a <= ra;
  b <= rb;
  c <= rc;
end architecture;
