"""Names of invented people, ordinary to the ear; nobody real is meant."""

from __future__ import annotations

import random

FIRST = tuple(
    "Adaeze Agnes Alina Amara Anders Anika Arlo Astrid Aziz Beatrix Bela Bernard Bianca Boris Brigid Callum "
    "Carmen Celia Chidi Clara Conrad Cosima Dagny Damian Dana Daria Delphine Desmond Dinah Edda Elias Elif "
    "Elsbeth Emeka Enzo Esme Fabian Farida Felix Fergus Fiona Florian Freya Gemma Gideon Goran Greta Gwen Hana "
    "Harriet Hassan Helga Henrik Imogen Ines Ingrid Isolde Ivo Jasper Jonas Joris Judith Kaito Karim Katya "
    "Kavita Keiko Kofi Lars Leila Lena Leonie Linus Lorcan Lucia Magnus Maite Malik Mara Marek Margit Matilda "
    "Mei Milan Mina Mirela Nadia Naveen Nell Niamh Niklas Noor Octavia Odile Olga Omar Orla Oskar Otto Paloma "
    "Pavel Petra Philippa Priya Quentin Rafael Ragna Ravi Renske Rhona Roisin Romy Rosa Ruben Runa Sadie Salma "
    "Samir Sanne Selma Silas Sina Sunniva Tadeo Tamsin Tariq Thea Tilda Tobias Ulla Uma Vera Viktor Wanda "
    "Wilma Xenia Yara Yusuf Zelda Zoltan Zora".split()
)
LAST = tuple(
    "Abernethy Achterberg Adeyinka Ainsworth Alderete Almgren Amundsen Arkwright Ashdown Baptiste Barrowclough "
    "Bascombe Bellweather Bergstrand Birkenfeld Blackwood Bohannon Brandvold Brennan Brixham Calloway Cantwell "
    "Carrasco Castellane Chaudry Cholmondeley Claverton Corbett Cottingham Culpepper Dahlquist Danforth "
    "Delacroix Delvaux Dombrowski Drummond Eastlake Eckersley Edelman Eklund Escoffery Fairweather Falkenrath "
    "Fanshawe Farquhar Featherstone Fitzalan Forsberg Galbraith Gallardo Garrick Gascoyne Glanville "
    "Goldthwaite Grimaldi Gustavsen Hagedorn Halloran Hargreave Hawtrey Heatherington Holmquist Huxtable "
    "Ibarra Iredale Iyengar Jankowski Jessamy Jorgensen Kaminski Katsaros Kilbride Kirkbride Kowalczyk "
    "Laframboise Lagerfeld Lanscombe Larrabee Lindqvist Loxley Lundgren Macalister Mandeville Marchetti Mbeki "
    "Merriweather Mirza Montclair Mukherjee Nakagawa Nightingale Novotny Oakhurst Obuya Okonjo Oldcastle "
    "Ostrander Overholt Palomar Pemberton Penhaligon Petrakis Pinkerton Pomeroy Quarles Quennell Ravenscroft "
    "Redfern Rigby Rosenqvist Rushworth Salvatore Sandoval Satterthwaite Schellenberg Seabrook Sigurdsson "
    "Skarsgaard Solberg Standish Stavros Steenkamp Strickland Sutherby Talmadge Tanaka Tennant Thistlewood "
    "Thorvald Trevelyan Umarov Unsworth Vandermeer Varga Villanueva Wainwright Walmsley Wetherby Whitcombe "
    "Winterbourne Yamada Yarrow Zielinski".split()
)


def person(rng: random.Random) -> str:
    """First and last name."""
    return f"{rng.choice(FIRST)} {rng.choice(LAST)}"


def first_name(name: str) -> str:
    """How people who know each other call each other."""
    return name.split()[0]
